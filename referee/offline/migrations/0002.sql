-- Running upgrade 0001 -> 0002

CREATE TABLE log_entries (
    game_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    "key" VARCHAR(64) NOT NULL,
    text TEXT NOT NULL,
    asked TEXT NOT NULL,
    made_at DATETIME NOT NULL,
    CONSTRAINT pk_log_entries PRIMARY KEY (game_id, seq),
    CONSTRAINT fk_log_entries_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
    CONSTRAINT uq_log_entries_game_id UNIQUE (game_id, "key")
);

ALTER TABLE games ADD COLUMN seq INTEGER DEFAULT '0' NOT NULL;

UPDATE alembic_version SET version_num='0002' WHERE alembic_version.version_num = '0001';

