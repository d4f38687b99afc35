/** The view "policies". */
export const policies = {}
