-- Each look at the metrics asks for the last backup; the audit has many other acts.
create index audit_acts_backups on audit_acts (position) where kind = 'backup.made';
