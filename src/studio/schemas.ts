import type { Schema } from '#platform/db/database.ts'
import { sealsSchema } from '#keys/seal/sealed-facts.ts'
import { submissionSchema } from '#chain/submission/schema.ts'
import { deliveriesSchema } from './deliveries/schema.ts'
import { eventsSchema } from './events/store.ts'
import { mintsSchema } from './mints/schema.ts'
import { salesSchema } from './sales/schema.ts'
import { shopsSchema } from './shops/shops.ts'
import { studioSchema } from './store/schema.ts'

/** All tables of a studio's database. */
export const studioSchemas: readonly Schema[] = [
  studioSchema,
  submissionSchema,
  mintsSchema,
  salesSchema,
  eventsSchema,
  deliveriesSchema,
  shopsSchema,
  sealsSchema,
]
