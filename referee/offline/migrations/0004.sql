-- Running upgrade 0003 -> 0004

ALTER TABLE game_sessions ADD COLUMN settlement VARCHAR(20) DEFAULT 'pairwise' NOT NULL;

UPDATE alembic_version SET version_num='0004' WHERE alembic_version.version_num = '0003';

