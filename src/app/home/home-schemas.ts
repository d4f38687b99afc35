import type { Schema } from '#platform/db/schema.ts'
import { accountsSchema } from '../accounts/accounts.ts'
import { adoptionSchema } from '../adoptions/journal.ts'
import { inboxesSchema } from '../events/inbox/inbox-configs.ts'
import { logSchema } from '../events/log.ts'
import { receivedSchema } from '../events/received/event-schema.ts'
import { gatewaysSchema } from '#chain/gateway/stored-gateways.ts'
import { importsSchema } from '../imports/journal/journal-schema.ts'
import { pinningSchema } from '#media/pinning/pin-targets.ts'
import { phrasesSchema } from '../policies/phrases.ts'
import { policiesSchema } from '../policies/store.ts'
import { walletsSchema } from '../policies/wallets.ts'
import { practiceSchema } from '../practice/practice.ts'
import { givenAddressesName } from '#platform/db/database-names.ts'
import { givenAddressesSchema } from '#chain/sale-addresses/given-addresses.ts'
import { sealsSchema } from '#keys/seal/sealed-facts.ts'
import { confirmedOriginsSchema } from '../settings/confirmed-origins.ts'
import { settingsSchema } from '../settings/settings.ts'
import { signingSchema } from '../signing/inbox-schema.ts'
import { submissionSchema } from '#chain/submission/schema.ts'

/** The tables of `app.db`. */
export const appSchemas: readonly Schema[] = [
  accountsSchema,
  policiesSchema,
  phrasesSchema,
  walletsSchema,
  pinningSchema,
  adoptionSchema,
  importsSchema,
  logSchema,
  receivedSchema,
  inboxesSchema,
  settingsSchema,
  confirmedOriginsSchema,
  practiceSchema,
  gatewaysSchema,
  signingSchema,
  sealsSchema,
]

/**
 * The tables of each database of a data folder, by its name there.
 * @param services the tables of the programs that the app does not know
 */
export const schemasOfHome =
  (services: { readonly studio: readonly Schema[]; readonly chain: readonly Schema[] }) =>
  (name: string): readonly Schema[] | undefined => {
    if (name === 'app.db') return appSchemas
    if (name === givenAddressesName) return [givenAddressesSchema]
    if (/^submissions\/\w+\.db$/u.test(name)) return [submissionSchema]
    if (/^studio\/\w+\.chain\.db$/u.test(name)) return services.chain
    return /^studio\/\w+\.db$/u.test(name) ? services.studio : undefined
  }
