-- Running upgrade 0006 -> 0007

ALTER TABLE games ADD COLUMN figures JSON;

UPDATE alembic_version SET version_num='0007' WHERE alembic_version.version_num = '0006';

