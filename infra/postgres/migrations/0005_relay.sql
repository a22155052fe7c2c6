-- How far the relay has come: everything up to it was acknowledged by the transport.
create table relay_checkpoint (
  is_single boolean primary key default true check (is_single),
  position bigint not null default 0 check (position >= 0)
);
insert into relay_checkpoint default values;
