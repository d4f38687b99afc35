/** The view "collections". */
export const collections = {}
