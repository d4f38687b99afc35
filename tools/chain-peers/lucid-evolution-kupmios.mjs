/**
 * Does the same through Ogmios 6 and Kupo at OGMIOS_URL and KUPO_URL, whose answers Lucid Evolution reads by
 * schemas of its own; then reads parameters and outputs from Koios at KOIOS_URL too.
 */
import assert from 'node:assert/strict'
import { generateSeedPhrase, Koios, Kupmios, Lucid } from '@lucid-evolution/lucid'
import { fund, report } from './devnet.mjs'
import { tellStory } from './lucid-story.mjs'

const { OGMIOS_URL: ogmios = '', KUPO_URL: kupo = '', KOIOS_URL: koiosUrl = '' } = process.env
const kupmios = new Kupmios(kupo, ogmios)
const lucid = await Lucid(kupmios, 'Preprod')
lucid.selectWallet.fromSeed(generateSeedPhrase())
await fund(await lucid.wallet().address())
const story = await tellStory(lucid)

const koios = new Koios(koiosUrl)
const [ofKoios, ofOgmios] = [koios, kupmios].map((provider) => provider.getProtocolParameters())
const { costModels: _, ...parameters } = await ofKoios
const { costModels: __, ...expected } = await ofOgmios
assert.deepEqual(parameters, expected)
const output = [{ txHash: story.unlock, outputIndex: 0 }]
const [[read], [same]] = [
  await koios.getUtxosByOutRef(output),
  await kupmios.getUtxosByOutRef(output),
]
assert.deepEqual([read.address, read.assets], [same.address, same.assets])
report(story)
