import { schemasOfHome } from '#app/home/home-schemas.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { studioSchemas } from '#studio/schemas.ts'

export { reactivateHome } from '#studio/home/reactivate-home.ts'
export { skipAddresses } from '#studio/home/skip-addresses.ts'
export { vaultNamesIn } from '#studio/home/vault-names.ts'

/** The tables of each database of a data folder, by its name there. */
export const schemasOf = schemasOfHome({ studio: studioSchemas, chain: [chainSchema] })
