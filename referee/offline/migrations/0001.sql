CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 0001

CREATE TABLE groups (
    id VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    edit_hash VARCHAR(64) NOT NULL,
    view_hash VARCHAR(64) NOT NULL,
    version INTEGER NOT NULL,
    CONSTRAINT pk_groups PRIMARY KEY (id),
    CONSTRAINT uq_groups_edit_hash UNIQUE (edit_hash),
    CONSTRAINT uq_groups_view_hash UNIQUE (view_hash)
);

CREATE TABLE game_sessions (
    id VARCHAR(16) NOT NULL,
    group_id VARCHAR(16) NOT NULL,
    game VARCHAR(40) NOT NULL,
    house JSON NOT NULL,
    teams JSON,
    games_planned INTEGER NOT NULL,
    first_dealer INTEGER NOT NULL,
    stake INTEGER,
    currency TEXT NOT NULL,
    started_at DATETIME NOT NULL,
    closed_at DATETIME,
    version INTEGER NOT NULL,
    CONSTRAINT pk_game_sessions PRIMARY KEY (id),
    CONSTRAINT fk_game_sessions_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE
);

CREATE INDEX ix_game_sessions_group_id ON game_sessions (group_id);

CREATE TABLE players (
    id INTEGER NOT NULL,
    group_id VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT pk_players PRIMARY KEY (id),
    CONSTRAINT fk_players_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE,
    CONSTRAINT uq_players_group_id UNIQUE (group_id, name)
);

CREATE TABLE receipts (
    scope VARCHAR(32) NOT NULL,
    key_hash VARCHAR(64) NOT NULL,
    group_id VARCHAR(16) NOT NULL,
    content_hash VARCHAR(64) NOT NULL,
    answer JSON NOT NULL,
    made_at DATETIME NOT NULL,
    CONSTRAINT pk_receipts PRIMARY KEY (scope, key_hash),
    CONSTRAINT fk_receipts_group_id_groups FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE
);

CREATE INDEX ix_receipts_group_id ON receipts (group_id);

CREATE TABLE games (
    id INTEGER NOT NULL,
    session_id VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    game VARCHAR(40) NOT NULL,
    rules_version INTEGER NOT NULL,
    house JSON NOT NULL,
    dealer INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    last_capturer INTEGER,
    started_at DATETIME NOT NULL,
    finished_at DATETIME,
    balanced BOOLEAN,
    accepted_imbalance BOOLEAN NOT NULL,
    CONSTRAINT pk_games PRIMARY KEY (id),
    CONSTRAINT fk_games_session_id_game_sessions FOREIGN KEY(session_id) REFERENCES game_sessions (id) ON DELETE CASCADE,
    CONSTRAINT uq_games_session_id UNIQUE (session_id, number)
);

CREATE TABLE seats (
    session_id VARCHAR(16) NOT NULL,
    seat INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    CONSTRAINT pk_seats PRIMARY KEY (session_id, seat),
    CONSTRAINT fk_seats_player_id_players FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE,
    CONSTRAINT fk_seats_session_id_game_sessions FOREIGN KEY(session_id) REFERENCES game_sessions (id) ON DELETE CASCADE
);

CREATE INDEX ix_seats_player_id ON seats (player_id);

CREATE TABLE corrections (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    corrected_at DATETIME NOT NULL,
    seat INTEGER,
    markers INTEGER NOT NULL,
    card_points INTEGER,
    kinds JSON,
    last_capturer INTEGER,
    CONSTRAINT pk_corrections PRIMARY KEY (id),
    CONSTRAINT fk_corrections_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);

CREATE INDEX ix_corrections_game_id ON corrections (game_id);

CREATE TABLE counted_sweeps (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    "key" VARCHAR(64) NOT NULL,
    seat INTEGER NOT NULL,
    markers INTEGER NOT NULL,
    counted_at DATETIME NOT NULL,
    taken_back BOOLEAN NOT NULL,
    CONSTRAINT pk_counted_sweeps PRIMARY KEY (id),
    CONSTRAINT fk_counted_sweeps_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
    CONSTRAINT uq_counted_sweeps_game_id UNIQUE (game_id, "key")
);

CREATE TABLE sheet_rows (
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    version INTEGER NOT NULL,
    markers INTEGER NOT NULL,
    card_points INTEGER,
    kinds JSON,
    total INTEGER,
    CONSTRAINT pk_sheet_rows PRIMARY KEY (game_id, seat),
    CONSTRAINT fk_sheet_rows_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);

INSERT INTO alembic_version (version_num) VALUES ('0001') RETURNING version_num;

