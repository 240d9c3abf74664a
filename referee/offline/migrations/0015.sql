-- Running upgrade 0014 -> 0015

CREATE TABLE game_findings (
    game_id INTEGER NOT NULL, 
    digest VARCHAR(64) NOT NULL, 
    version INTEGER NOT NULL, 
    expected JSON NOT NULL, 
    plays JSON NOT NULL, 
    CONSTRAINT pk_game_findings PRIMARY KEY (game_id), 
    CONSTRAINT fk_game_findings_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);

UPDATE alembic_version SET version_num='0015' WHERE alembic_version.version_num = '0014';

