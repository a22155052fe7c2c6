-- Origins of web pages that may use a key; empty: none but those that the operator names.
alter table api_keys add column allowed_origins text[] not null default '{}';
create index api_keys_by_origin on api_keys using gin (allowed_origins) where revoked_at is null;
