/** Pays, mints, burns and spends from a script with Lucid Evolution, and finds what it holds. */
import { Blockfrost, generateSeedPhrase, Lucid } from '@lucid-evolution/lucid'
import { fund, report, token, url } from './devnet.mjs'
import { tellStory } from './lucid-story.mjs'

const seedPhrase = generateSeedPhrase()
const lucid = await Lucid(new Blockfrost(url, token), 'Preprod')
lucid.selectWallet.fromSeed(seedPhrase)
await fund(await lucid.wallet().address())
report(await tellStory(lucid))
