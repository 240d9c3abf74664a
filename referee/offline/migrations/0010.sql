-- Running upgrade 0009 -> 0010

ALTER TABLE groups ADD COLUMN timezone VARCHAR(64);

UPDATE alembic_version SET version_num='0010' WHERE alembic_version.version_num = '0009';

