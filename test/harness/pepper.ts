/** The key pepper of tests: what they write sealed opens in the processes that they start. */
export const TEST_PEPPER = 'a pepper of more than thirty-two characters'
