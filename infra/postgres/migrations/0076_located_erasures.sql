-- Whether it is known where vectors and slugs of an erasure were. After a restore with keys from before
-- it, nothing says so: they stay, nothing opens them, and the certificate must not claim that they are gone.
alter table keys.erasures add column located boolean not null default true;
