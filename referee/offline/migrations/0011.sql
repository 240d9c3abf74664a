-- Running upgrade 0010 -> 0011

ALTER TABLE sheet_rows ADD COLUMN cards TEXT;

UPDATE alembic_version SET version_num='0011' WHERE alembic_version.version_num = '0010';

