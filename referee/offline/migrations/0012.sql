-- Running upgrade 0011 -> 0012

ALTER TABLE game_sessions ADD COLUMN night VARCHAR(16);

ALTER TABLE game_sessions ADD COLUMN set_aside BOOLEAN DEFAULT 0 NOT NULL;

ALTER TABLE corrections ADD COLUMN house JSON;

UPDATE alembic_version SET version_num='0012' WHERE alembic_version.version_num = '0011';

