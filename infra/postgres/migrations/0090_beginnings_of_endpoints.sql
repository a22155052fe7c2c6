-- How often an endpoint began anew: it was enabled, or given another address. An attempt may end after that; its outcome
-- says nothing of what began since.
alter table webhook_endpoints add column beginning integer not null default 0;
