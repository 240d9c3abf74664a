-- Running upgrade 0004 -> 0005

ALTER TABLE game_sessions ADD COLUMN target INTEGER;

ALTER TABLE games ADD COLUMN claimed_by INTEGER;

UPDATE alembic_version SET version_num='0005' WHERE alembic_version.version_num = '0004';

