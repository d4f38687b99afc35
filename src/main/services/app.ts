import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { appCalls } from '#contract/settings/calls.ts'
import type { App } from '#app/create-app.ts'
import { onlineQuestion } from '#app/settings/confirmed-origins.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Copier } from './clipboard.ts'
import type { DesktopCalls } from './desktop.ts'
import type { PickedFiles } from './picked-files.ts'
import { readNotices } from './third-party-notices.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'

export type AppContext = ConfirmingContext &
  Pick<
    ServicesDeps,
    'dialogs' | 'window' | 'setAutoLock' | 'host' | 'resources' | 'restartOnline'
  > & {
    readonly copier: Copier
    readonly picked: PickedFiles
    readonly trySample: WindowHandlersOf<'app'>['app.trySample']
  }

export const appHandlers = (context: AppContext): Omit<WindowHandlersOf<'app'>, DesktopCalls> => {
  const { app, host, dialogs, window, copier } = context
  return {
    'app.info': async () => ({
      version: host.version,
      host: host.kind,
      versions: { ...host.versions },
      home: app.home,
      offline: isOffline(),
      isFirstStart: isFirstStart(app),
      licences: await licencesIn(context.resources),
    }),
    'app.notices': async () => ({ text: await readNotices(context.resources) }),
    'app.settings': () => app.settings.get(),
    'app.changeSettings': async (change) => {
      const { appearance, autoLockMinutes, imageGateway, routingEndpoint } = change
      if (imageGateway !== undefined)
        await confirmAddresses(
          context,
          [imageGateway],
          'It is asked for the images of tokens before they are minted.',
        )
      if (routingEndpoint !== undefined && routingEndpoint !== null)
        await confirmAddresses(
          context,
          [routingEndpoint],
          'It is asked who has your files, when you ask.',
        )
      // If the vault cannot be reached it keeps its time, and then the setting stays too.
      if (autoLockMinutes !== undefined) await context.setAutoLock(autoLockMinutes * 60_000)
      const settings = app.settings.change(change)
      if (appearance !== undefined) window.setAppearance(appearance)
      return settings
    },
    'app.trySample': context.trySample,
    'app.close': () => {
      window.close()
      return null
    },
    'app.restartOnline': async () => {
      if (!isOffline()) throw new ColdpressError('conflict', 'Coldpress has the network already.')
      await context.confirmations.ask(onlineQuestion)
      context.restartOnline()
      return null
    },
    'app.pickFolder': async () => {
      const path = await dialogs.pickFolder()
      if (path !== null) context.picked.add(path)
      return path
    },
    'app.pickFile': async ({ what }) => {
      const path = await dialogs.pickFile(what)
      if (path !== null) context.picked.add(path)
      return path
    },
    'app.copy': async ({ text, secret }) => {
      await copier.copy(text, secret)
      return null
    },
    'app.protect': ({ on }) => {
      window.protect(on)
      return null
    },
    'app.camera': ({ on }) => {
      window.allowCamera(on)
      return null
    },
  }
}

/** Applies the stored settings; the app starts with the defaults. */
export const applySettings = async ({
  app,
  window,
  setAutoLock,
}: Pick<AppContext, 'app' | 'window' | 'setAutoLock'>): Promise<void> => {
  const { appearance, autoLockMinutes } = app.settings.get()
  window.setAppearance(appearance)
  await setAutoLock(autoLockMinutes * 60_000)
}

/**
 * Whether this home is new. Without a vault the Local studio has no collection, so it need not be
 * asked.
 */
const isFirstStart = ({ vault, accounts, imports }: App): boolean =>
  vault.status().state === 'new' &&
  accounts.list().every(({ kind }) => kind === 'local') &&
  imports.jobs().length === 0

const licences = appCalls['app.info'].output.shape.licences

const licencesIn = async (resources: string): Promise<z.output<typeof licences>> =>
  licences.parse(JSON.parse(await readFile(join(resources, 'licences.json'), 'utf8')))
