import { type ErrorRules, plainRule } from '#values/errors/error-rules.ts'

/** Errors about events of services, by the `rule` of their details. */
export const eventErrors = {
  /** The service only sends events; it has no list to catch up from. */
  no_event_list: plainRule('not_found'),
} satisfies ErrorRules
