/** What writers notify on and readers listen to: something changed, look at the positions. */
export const SEARCH_CHANNEL = 'pandect_search'
