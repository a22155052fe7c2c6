-- By default a GIN index keeps new rows in a pending list until a vacuum, and every lookup reads the whole list.
-- During a first import that tripled the time it takes to count the texts that cite a batch.
alter index api_keys_by_origin set (fastupdate = off);
alter index citation_edges_by_name set (fastupdate = off);
alter index citator_facts_by_name set (fastupdate = off);
alter index desk_board_by_author set (fastupdate = off);
alter index desk_board_by_flag set (fastupdate = off);
alter index desk_board_by_words set (fastupdate = off);
alter index desk_draft_citations_by_name set (fastupdate = off);
alter index text_facts_by_name set (fastupdate = off);
