import { expect, it } from 'vitest'
import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '#contract/window/call.ts'
import { calls, events } from '#contract/window/calls.ts'

/** Every call that the page may make, by the first part of its name; * holds a secret. */
const callNames = {
  accounts: 'add* list remove test testAddress',
  adoptions: 'start state stop',
  app: 'camera changeSettings close copy* crashReports diagnostics dismissCrashReports forgetFolder info notices openHelp pickFile pickFolder protect recentFolders restartOnline settings showInFolder takeOpened trySample',
  backups: 'removeKeys restore* save* saveCalendar saveWallet* test* testWallet*',
  bin: 'empty list restore',
  collections:
    'changePayout check create* get list preview propose proposedTokens publishRarity remove update withdrawOutdated',
  events: 'catchUp choices export import markRead names newer page show timeline unread',
  gateways: 'add* check* forecast list order providers remove set* setBudget test usage',
  home: 'backUp* export* import* reopen stop',
  imports:
    'cancel changeSettings checkImages discard drafts edit files fixAll forgetMapping image imageCheck issues job list localImages nameTokens open pause placeWorks readAs reopen replan resume rowIndex rows savePoster saveReport saveTable start stopReading tokens traits undo videosWithoutStill',
  inboxes: 'change hasSecret list makeSecret register reveal* setSecret*',
  log: 'page',
  minting:
    'addWitnesses build buildBurn cancel check confirmRoyalty estimate estimateBurn fetchImages fund images importSignatures list mintedTo openInInbox payRoyalty rebuild rehearsal rehearsalState rehearse retryRoyalty review royalty saveRequest setRoyaltyTime show sign stopFetching stopRehearsal terms',
  phrases: 'confirm* derive list restore* start*',
  pins: 'check checks find heldAt list makeFolder providers stopCheck stopFolder test use*',
  policies:
    'exportFrom generate import* inspect* list publicFrames reveal* saveKeyFiles* savePublic savePublicKeys saveScript saveWithKeys* scan script',
  receivers: 'add warnings',
  sales:
    'addRoundSignatures analytics buildRound cancel create importRoundSignatures list openRoundInInbox refund rehearsal rehearse resolve rounds saveRound setTokenPrice setTokenPrices share show stopRehearsal wallet withdrawRound',
  servers: 'confirmFacts makeWallet sealKey watchWallet',
  shops: 'publish saveCard show stop unpublish',
  signing:
    'addWitnesses dismiss export frames list markHandedOver raw receive reopen scan setNetwork show sign submit',
  tokens: 'export exportSummary find get mintTransaction page remove saveRarity stopExport update',
  updates: 'cancel check download installOnQuit state',
  vault: 'change* create* lock probe status unlock* work',
  webhooks: 'add deliveries list remove resend showDelivery test update',
  works: 'save size',
}

const eventNames = {
  adoptions: 'changed',
  app: 'closeRequested command notice opened process recentFolders',
  events: 'changed noticed opened',
  gateways: 'changed',
  home: 'progress',
  imports: 'checked ended planned progress reading',
  inboxes: 'changed',
  log: 'added',
  minting: 'ended imagesFetched',
  pins: 'checked folderMade',
  sales: 'rehearsalEnded',
  shops: 'progress',
  signing: 'changed',
  tokens: 'exported',
  updates: 'changed',
  vault: 'changed',
}

const byFirstPart = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(names, (name) => name.split('.')[0] ?? '')).map(
      ([first, own = []]) => [
        first,
        own
          .map((name) => name.slice(first.length + 1))
          .toSorted()
          .join(' '),
      ],
    ),
  )

const table: WindowCalls = calls
const eventTable: WindowEvents = events

it('the page may make these calls and no others; those with * hold a secret', () => {
  const marked = Object.entries(table).map(([name, { secret }]) => name + (secret ? '*' : ''))
  expect(byFirstPart(marked)).toEqual(callNames)
})

it('the page hears of these events and no others', () => {
  expect(byFirstPart(Object.keys(events))).toEqual(eventNames)
})

it('an area that becomes stale has answers that the window caches', () => {
  const filled = new Set(
    Object.entries(table).flatMap(([name, { reads, secret }]) =>
      secret === true || reads === undefined ? [] : [reads === true ? name.split('.')[0] : reads],
    ),
  )
  const changed = [...Object.values(table), ...Object.values(eventTable)].flatMap(
    ({ changes = [] }) => changes.map(({ area }) => area),
  )
  expect(changed.filter((area) => !filled.has(area))).toEqual([])
})

it('a call that changes something says what, or does not compile', () => {
  const schemas = { input: z.null(), output: z.null() }
  const right: WindowCalls = {
    'a.read': { reads: true, ...schemas },
    'a.change': { changes: [{ area: 'sales', by: ['collectionId'] }], ...schemas },
    'a.answer': { answers: { of: 'a.read' }, ...schemas },
  }
  const wrong: WindowCalls = {
    // @ts-expect-error -- it says neither
    'a.silent': schemas,
    // @ts-expect-error -- what only reads changes nothing
    'a.both': { reads: true, changes: [], ...schemas },
    // @ts-expect-error -- there is no such area
    'a.misspelt': { changes: [{ area: 'sale' }], ...schemas },
  }
  expect(Object.keys({ ...right, ...wrong })).toHaveLength(6)
})
