import { expect, it } from 'vitest'
import { homeMarkSchema } from '#platform/db/home-mark.ts'
import { schemaFingerprint } from '#platform/db/schema.ts'
import { appSchemas } from '#app/home/home-schemas.ts'
import { givenAddressesSchema } from '#chain/sale-addresses/given-addresses.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { studioSchemas } from '#studio/schemas.ts'

/**
 * How many steps of each schema are in use in data folders, and their fingerprint. A change to one
 * of them would have Coldpress refuse those folders: append a step. Once it has shipped, record it
 * here with the others.
 */
const shipped: Readonly<Record<string, readonly [steps: number, fingerprint: string]>> = {
  accounts: [1, '990f944c0dfe81ff899b77252ff6fa04a7063a6b7406533a2325dc76e66d61d6'],
  policies: [2, '8b57c7d6663061826c39adc2ada534e97fe323193df7f69152957f1984d850a6'],
  phrases: [1, '449d2bfdf330390d52d2f14d10b2e45341f6a7099463ef6707363b86ed001dda'],
  wallets: [1, 'cd83e7a603b368e4800fa89e651d8623668ad0c5283fdd5248c43445d20dfd95'],
  pinning: [1, '889f4ff35f58af06a581cf07ce3c388e79040e84e71b579bf746a59936775c37'],
  adoption: [5, '53c37f853e8876368e178d9411ed5ad3c2b2cf69b835d704326f92666a06406d'],
  imports: [3, '89ebfe95be5f29f95bfec8f2ceb3d2dcdb0b9da6273b9701810ffb9f96250050'],
  events: [1, '678dc9c05c1ec4f793c7093e2e96bec9aa0ec189747eda17086bf471837c68f3'],
  'received-events': [1, '57f2df6837342b7ab8178fdef045ef8db6fd24192a715d9142d83953da8a2305'],
  inboxes: [1, '3c1374a30f7b62fee92e84c83bd226463b38414911e01a3738216a6f80ddef2a'],
  settings: [1, 'a480d8958e4d4b2d84c975e9817361e79d20134969f363a0a09113f5604c3bed'],
  confirmed_origins: [1, 'c5e42f199f1fc03ccdd271f1cc5d6cc033760124f3eae97c4107d3a61519338b'],
  practice: [2, '726a79d99f27a5542c26ea2d72c156cc02d5fd93d830336cbb5ea7878b65495d'],
  gateways: [3, 'c0ca0e49cea8f388cc3a7d2ffedf9dc7bf962d3874e05a3500cba994ee083ad9'],
  signing: [1, 'ec8055ade806f6541f128fae2f225a1b3ecc7d365a97f7f275ec34536da20cf8'],
  seals: [1, '0953c721f92d3dcb46bc966c4317e68a076aa2446fcd3a4ab66c37762ca201d7'],
  studio: [1, 'a3a2998297e4720356e17ee08cba7a681aad030914cbcc9f0a61bbc15529f447'],
  submission: [2, '8a0d90b6a8b7f4d616d345f5bcc0e78d34a0c96232efe6547f15ca5d23e44ba7'],
  studio_mints: [4, '37f0be3df6e5a44e2f3f16748f09a04a73f67bab2504066d635a63854a8830df'],
  studio_sales: [2, '432451d65431fec347c535fe248360d5eab040940093c2fdb9ab03535fae0c9a'],
  studio_events: [1, 'ac1780c488b57b890411bfa2d7dec6b280ed55d6d2088a12f5b5ef7e0fc51938'],
  studio_deliveries: [1, 'ff8b5ce17fa90d456d20e428f6ba0fa4997274d496194e612e9fb12160c00118'],
  studio_shops: [1, 'e8df2d547df3f7ff085ad3d088db9d21880c2da0bea1d0218a500e42d806ebdc'],
  given_addresses: [1, '9f4e303d6cd69c1e952ebae86e3cc7e0d5e94b20b6d2574fdb6a97e354f158aa'],
  devnet: [2, 'fe2e5d46cc2ad5a8798541c45e8bd9057ad520319b289499d333b60bad341900'],
  home_mark: [1, 'b5d1f1a30398d7182c7be8aa0b34e9e817c6587bbb498777550e5d4ce9227b70'],
}

const all = [...appSchemas, ...studioSchemas, chainSchema, givenAddressesSchema, homeMarkSchema]

it.each(Object.entries(shipped))(
  'the steps of the schema %s that data folders were made with are the same today',
  (name, [count, fingerprint]) => {
    const found = all.find((one) => one.name === name)
    expect(found, name).toBeDefined()
    expect(found?.steps.length).toBeGreaterThanOrEqual(count)
    expect(schemaFingerprint(found?.steps.slice(0, count) ?? [])).toBe(fingerprint)
  },
)

it('every schema has its shipped steps recorded', () => {
  const names = new Set(all.map(({ name }) => name))
  expect(new Set(Object.keys(shipped))).toEqual(names)
})
