import { countText, numberText } from '#values/text/format.ts'

/** Blocks of a day on a public network: one in 20 seconds on average. The studio asks for the tip as often. */
const blocksADay = 4_320
/** The most addresses that a studio looks at with one block, and the most looks at one in a day. */
const looksPerBlock = 60
const looksPerSale = 1_440

/** The most calls of a gateway in a day while so many sales are open. */
export const callsADay = (openSales: number): number =>
  blocksADay + Math.min(openSales * looksPerSale, blocksADay * looksPerBlock)

/** What open sales use of a gateway's calls; a sentence, and a second one above the budget. */
export const callsText = (openSales: number, callsPerDay: number | null): string => {
  const calls = callsADay(openSales)
  const use = `With ${countText(openSales, 'open sale')} the gateway is asked up to ${numberText(calls)} times a day.`
  if (callsPerDay === null || calls <= callsPerDay) return use
  return `${use} Your budget is ${numberText(callsPerDay)}. As the count nears it, payments are looked for less often; once it is used up, sales take no reservation until midnight UTC.`
}
