import { type ErrorRules, plainRule } from '#values/errors/error-rules.ts'

/** Errors about collections, by the `rule` of their details. */
export const collectionErrors = {
  /** A file that describes a collection is no JSON. */
  no_collection_json: plainRule('invalid'),
  /** Neither by its id nor by its name. */
  no_such_collection: plainRule('not_found'),
} satisfies ErrorRules
