-- Running upgrade 0005 -> 0006

ALTER TABLE game_sessions ADD COLUMN ends_with INTEGER;

UPDATE alembic_version SET version_num='0006' WHERE alembic_version.version_num = '0005';

