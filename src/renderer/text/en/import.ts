/** The view "import". */
export const importing = {}
