-- What was held of a work, a court or a scheme when the assessor last followed it. A citation that names
-- no held text is a mistake only where what is held includes it.
create table assessor_scopes (
  scope text primary key,
  held boolean not null,
  from_day date,
  to_day date
);
-- The first and the last day of a scope are read from its ends, however many texts it has.
create index citation_names_by_scope_and_day on citation_names (generation, scope, day);
drop index citation_names_by_scope;
