/** The name of a database, table or column, quoted for SQL. It may hold any character but NUL. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`
