import { cpus } from 'node:os'
import { removeFolders } from './bench-home.ts'
import { benchEvents } from './events.ts'
import { benchImport } from './import.ts'
import { benchLooks } from './looks.ts'
import { benchMint } from './mint.ts'
import { benchOneDecoding } from './one-decoding.ts'
import { benchPlan } from './plan.ts'
import { benchReimport } from './reimport.ts'
import { benchRemote } from './remote.ts'
import { benchSales } from './sales.ts'
import { benchScript } from './script.ts'
import { benchStartup } from './startup.ts'
import { benchStudio } from './studio.ts'
import { benchTransactions } from './transactions.ts'
import { benchVersion } from './version.ts'
import { benchWebhooks } from './webhooks.ts'

/**
 * `npm run bench`, or `npm run bench -- import`: measures and prints a Markdown table. Every number
 * that has a goal is a ratio to a floor taken in the same run, so that the machine does not matter.
 */
export type Measure = {
  readonly what: string
  readonly value: string
  readonly goal: string
  readonly met: boolean
}

const benches = {
  plan: benchPlan,
  images: benchOneDecoding,
  startup: benchStartup,
  version: benchVersion,
  transactions: benchTransactions,
  mint: benchMint,
  sales: benchSales,
  looks: benchLooks,
  events: benchEvents,
  webhooks: benchWebhooks,
  remote: benchRemote,
  script: benchScript,
  reimport: benchReimport,
  import: async () => [...(await benchImport()), ...(await benchStudio())],
} as const satisfies Record<string, () => readonly Measure[] | Promise<readonly Measure[]>>

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !isBench(name))
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}
const names = chosen.length === 0 ? Object.keys(benches).filter(isBench) : chosen.filter(isBench)
let allMet = true
for (const name of names) {
  const measures = await benches[name]()
  console.log(`\n## ${name}\n\nNode ${process.version}, ${cpus().length} cores\n`)
  console.log('| measure | value | goal | |\n|---|---|---|---|')
  for (const { what, value, goal, met } of measures) {
    console.log(`| ${what} | ${value} | ${goal} | ${met ? 'met' : 'NOT met'} |`)
    allMet &&= met
  }
}
removeFolders()
process.exit(allMet ? 0 : 1)
