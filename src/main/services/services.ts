import { join } from 'node:path'
import { logLines } from '#app/doctor/log-lines.ts'
import { accountHandlers } from './accounts.ts'
import { createAdoptionService } from './adoption-service.ts'
import { appHandlers, applySettings } from './app.ts'
import { binHandlers } from './bin.ts'
import { desktopHandlers, publishRecentFolders } from './desktop.ts'
import { createOpenedPaths } from './opened-paths.ts'
import { createCopier } from './clipboard.ts'
import { collectionHandlers } from './collections.ts'
import { type ConfirmingContext, createConfirmations } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import { createEventsService } from './events/events-service.ts'
import { createErrorLogger, createLog, withErrorLogging } from './error-logging.ts'
import { gatewayHandlers, watchGateways } from './gateways.ts'
import { createImportService } from './imports/import-service.ts'
import { createReadings } from './imports/readings.ts'
import { createHomeService } from './home.ts'
import { createImageFiles, createWorkFiles } from '#app/images/image-files.ts'
import { createPickedFiles } from './picked-files.ts'
import { createCollectionFolders } from './collection-folders.ts'
import { createPinCheckService } from './pin-checks.ts'
import { createProposals } from '#app/imports/propose/proposals.ts'
import { pinHandlers } from './pins.ts'
import { backupHandlers } from './backups.ts'
import { phraseHandlers } from './phrases.ts'
import { policyHandlers } from './policies.ts'
import { serverHandlers } from './servers.ts'
import { createSalesService } from './sales/sales-service.ts'
import { createSample } from './sample.ts'
import { createMintingService } from './minting/minting-service.ts'
import { createSigningService } from './signing/signing-service.ts'
import { shopHandlers } from './shops.ts'
import type { Handlers } from '#contract/window/calls.ts'
import type { Services, ServicesDeps, WindowHandlersOf } from './services-deps.ts'
import { Thumbnails } from '#app/images/thumbnails.ts'
import { tokenExportHandlers } from './token-exports.ts'
import { tokenHandlers } from './tokens.ts'
import { createCallsInFlight, findBusy } from './updates/busy.ts'
import { createUpdateService } from './updates/update-service.ts'
import { createLockWatch, vaultHandlers } from './vault.ts'
import { webhookHandlers } from './webhooks.ts'
import { saveWork, workSize } from '#app/images/works.ts'
import { warningsOfReceivers } from '#app/address-book/receivers.ts'
import { addressQuestion } from '#app/address-book/address-book.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'

export type { Services, ServicesDeps } from './services-deps.ts'

/** A handler for each call of the contract. */
export const createServices = async (deps: ServicesDeps): Promise<Services> => {
  const { app } = deps
  const { log, handlers: logHandlers } = createLog(deps)
  const { lockRequested, vaultChanged } = createLockWatch(log)
  const confirmations = createConfirmations({ dialogs: deps.dialogs, log })
  const readings = createReadings((details) => deps.emit('imports.reading', details))
  const picked = createPickedFiles()
  const proposals = createProposals()
  const context = { ...deps, log, lockRequested, confirmations, picked, readings, proposals }
  const thumbnails = new Thumbnails({
    folder: join(app.home, 'cache', 'thumbs'),
    content: app.content,
    images: app.images,
  })
  const imports = createImportService({
    ...context,
    keepThumbnail: (cid, thumbnail) => thumbnails.keep(cid, thumbnail),
  })
  const signing = createSigningService(context)
  const minting = createMintingService(context)
  const sales = createSalesService(context)
  const events = createEventsService(context)
  const accounts = accountHandlers(context)
  const home = createHomeService({ ...context, runningImports: imports.running })
  const pinChecks = createPinCheckService({ ...context, runningImports: imports.running })
  const folders = createCollectionFolders(context)
  const adoptions = createAdoptionService(context)
  const copier = createCopier(deps.clipboard)
  const opened = createOpenedPaths(context)
  const trySample = createSample({ ...context, imports: imports.handlers })
  const inFlight = createCallsInFlight()
  const updates = createUpdateService({
    ...context,
    busyWith: () =>
      findBusy(app, { runningImports: imports.running, isSigning: inFlight.isSigning }),
  })
  await applySettings(deps)
  deps.showRecentFolders(app.recentFolders.list())
  const handlers = {
    ...appHandlers({ ...context, copier, trySample }),
    ...desktopHandlers({ ...context, drafts: imports.handlers['imports.drafts'] }),
    ...opened.handlers,
    ...vaultHandlers(context),
    ...accounts,
    'accounts.remove': async (input) => {
      const removed = await accounts['accounts.remove'](input)
      await events.accountRemoved(input.accountId)
      return removed
    },
    ...collectionHandlers(context),
    ...tokenHandlers(context),
    ...binHandlers(context),
    ...tokenExportHandlers(context),
    ...imports.handlers,
    'imports.open': async (input) => {
      const draft = await imports.handlers['imports.open'](input)
      publishRecentFolders(deps, app.recentFolders.add(draft.folder))
      return draft
    },
    ...policyHandlers(context),
    ...backupHandlers(context),
    ...phraseHandlers(context),
    ...signing.handlers,
    ...minting.handlers,
    ...sales.handlers,
    ...shopHandlers(context),
    ...webhookHandlers(context),
    ...pinHandlers(context),
    'works.size': ({ cid }) => workSize(app.content, cid),
    'works.save': (work) => saveWork(app.content, work, (name) => deps.dialogs.saveFile(name)),
    ...pinChecks.handlers,
    ...folders.handlers,
    ...adoptions.handlers,
    ...logHandlers,
    ...events.handlers,
    ...updates.handlers,
    ...gatewayHandlers({ ...context, startStudios: events.startStudios }),
    ...home.handlers,
    ...serverHandlers(context),
    ...receiverHandlers(context),
  } satisfies Handlers
  const image = createImageFiles({
    content: app.content,
    thumbnails,
    proposals,
    ...imports.files,
  })
  const endWatch = watchGateways(context, events.startStudios)
  void signing.resume()
  events.start()
  updates.start()
  pinChecks.start()
  return {
    handlers: inFlight.counted(withErrorLogging(handlers, createErrorLogger(context))),
    runningImports: imports.running,
    openPaths: opened.open,
    image,
    work: createWorkFiles(image),
    log,
    logLines: () => logLines(app),
    vaultChanged: (status) => {
      vaultChanged(status)
      if (status.state !== 'unlocked') confirmations.cancelPending()
      events.vaultChanged(status)
      if (status.state !== 'unlocked') return
      // A gateway's secret may be in sealed files, which only an open vault can read.
      void signing.resume()
      // A failure here is tried again when a transaction is evaluated.
      app.ownKeys.sealPending().catch(() => undefined)
    },
    updateAtQuit: updates.atQuit,
    close: async () => {
      confirmations.cancelPending()
      updates.close()
      endWatch()
      home.close()
      signing.close()
      minting.close()
      folders.close()
      sales.close()
      // The secret in the clipboard first: a slow run may outlast the app's time limit.
      await copier.close().catch(() => undefined)
      await events.close()
      thumbnails.close()
      await pinChecks.close()
      await adoptions.close()
      await imports.close()
    },
  }
}

const receiverHandlers = ({
  app,
  confirmations,
}: Pick<ConfirmingContext, 'app' | 'confirmations'>): WindowHandlersOf<'receivers'> => ({
  'receivers.warnings': ({ role, address }) => [...warningsOfReceivers(role, address)],
  'receivers.add': async ({ address, label }) => {
    requireOpenVault(app)
    await asksOutsidePage({ confirmations }).confirm(addressQuestion(address, label))
    await app.addressBook.add(address, label)
    return null
  },
})
