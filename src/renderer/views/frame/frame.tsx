import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { followCommands } from '#renderer/stores/commands.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { routes } from '#renderer/stores/routes.ts'
import { waitingIn } from '#renderer/data/signing.ts'
import { text } from '#renderer/text/en.ts'
import { focusPlace, keepFocus } from '#renderer/ui/keep-focus.ts'
import { ImportStatus } from '../import/job-state.tsx'
import { Palette } from '../palette/palette.tsx'
import { CrashDialog } from './crash-dialog.tsx'
import { HandedOverFolder } from './folder-question.tsx'
import { ContextMenu } from './context-menu.tsx'
import styles from './frame.module.css'
import { navigation } from './sections.ts'
import { OfflineNotice, SlowNotice } from './offline-notice.tsx'
import { NoticeList } from './notice-list.tsx'
import { UpdateCorner } from './update-corner.tsx'
import { VaultCorner } from './vault-corner.tsx'
import { VaultDialog } from './vault-dialog.tsx'
import { WindowDrop } from './window-drop.tsx'
import { useApp } from '#renderer/stores/app.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { useQuestion } from '#renderer/stores/question.ts'
import { RemoveCollectionDialog } from '../collections/detail/remove-collection-dialog.tsx'
import { RemoveTokenDialog } from '../collections/detail/remove-token-dialog.tsx'
import { AcceptImagesDialog, CancelDialog, DiscardDialog } from '../import/question-dialogs.tsx'
import { CancelSaleDialog } from '../sales/sale.tsx'

/** The frame around every view: navigation, the vault's state and lock, notices, dialogs. */
export const Frame = ({ children }: { readonly children: ReactNode }) => {
  const { route, go } = useNavigation()
  const content = useRef<HTMLElement>(null)
  const isLoaded = useCall('app.info', null).isSuccess
  const wasLoaded = useRef(false)
  useEffect(() => {
    // Keyboard and screen readers start at the new view, unless an element inside, such as a tab,
    // keeps the focus.
    const keepsFocus = content.current?.contains(document.activeElement) === true
    if (wasLoaded.current && !keepsFocus) focusPlace(startOf(content.current))
  }, [route])
  useEffect(() => keepFocus(() => startOf(content.current)), [])
  useEffect(() => {
    // Opening the window is no navigation.
    wasLoaded.current = isLoaded
  }, [isLoaded])
  useEffect(followCommands, [])
  return (
    <div className={styles['frame']}>
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          // Navigating by address would add a step to the window's history.
          event.preventDefault()
          content.current?.focus()
        }}
      >
        {text.frame.skip}
      </a>
      <div className={styles['side']}>
        <header className={styles['brand']}>
          <Mark />
          {text.common.app}
        </header>
        <nav className={styles['nav']} aria-label={text.frame.navigation}>
          {navigation.map(({ view, Icon }) => (
            <button
              key={view}
              type="button"
              className={styles['link']}
              aria-current={routes[route.view].section === view ? 'page' : undefined}
              onClick={() => go({ view })}
            >
              <Icon size={17} aria-hidden />
              {routes[view].title}
              {view === 'signing' && <WaitingCount />}
              {view === 'events' && <UnreadCount />}
            </button>
          ))}
        </nav>
        <ImportStatus />
        <OfflineNotice />
        <UpdateCorner />
        <NoticeList />
        <VaultCorner />
      </div>
      <main ref={content} id="content" tabIndex={-1} className={styles['content']}>
        <SlowNotice />
        {children}
        <ContextMenu />
        <QuestionDialog />
        <HandedOverFolder />
        <WindowDrop />
      </main>
      <Palette />
      <VaultDialog />
      <ClosingDialog />
      {isLoaded && <CrashDialog />}
    </div>
  )
}

/** A view begins at its title, which it may not have yet. */
const startOf = (content: HTMLElement | null): HTMLElement | null =>
  content?.querySelector<HTMLElement>('h1') ?? content

/** The number of requests that wait for a signature, in the navigation. */
const WaitingCount = () => {
  const waiting = waitingIn(useCall('signing.list', null).data)
  return <Count of={waiting} said={text.signing.waits(waiting)} />
}

/** The number of unread events of sales. */
const UnreadCount = () => {
  const unread = useCall('events.unread', null).data?.unread ?? 0
  return <Count of={unread} said={text.events.received.unread(unread)} />
}

const Count = ({ of, said }: { readonly of: number; readonly said: string }) =>
  of === 0 ? null : (
    <span className={styles['count']}>
      <span aria-hidden>{of > maxCounted ? `${maxCounted}+` : of}</span>
      <VisuallyHidden>{said}</VisuallyHidden>
    </span>
  )

const maxCounted = 999

/** The logo: a press with two plates and a sheet between them. */
const Mark = () => (
  <svg className={styles['brandMark']} viewBox="0 0 20 20" aria-hidden="true">
    <rect x="2" y="3" width="16" height="4" rx="1" fill="currentColor" />
    <rect x="4.5" y="9" width="11" height="2" rx="0.5" fill="currentColor" opacity="0.45" />
    <rect x="2" y="13" width="16" height="4" rx="1" fill="currentColor" />
  </svg>
)

const words = text.frame.closing

/** Asks before the window closes on a running import. */
const ClosingDialog = () => {
  const { closing, close, stay } = useApp()
  if (closing === undefined) return null
  return (
    <Dialog onClose={stay} title={words.title}>
      <Stack gap="md">
        <div>{words.text(closing)}</div>
        <DialogButtons>
          <Button variant="default" onClick={() => void attempt(close)}>
            {words.close}
          </Button>
          <Button onClick={stay} data-autofocus>
            {words.stay}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

/** Asks before what a button or a menu deletes, ends or accepts. */
const QuestionDialog = () => {
  const { question, close } = useQuestion()
  switch (question?.about) {
    case 'collection':
      return <RemoveCollectionDialog {...question} onClose={close} />
    case 'token':
      return <RemoveTokenDialog {...question} onClose={close} />
    case 'sale':
      return <CancelSaleDialog {...question} onClose={close} />
    case 'draft':
      return <DiscardDialog {...question} onClose={close} />
    case 'import':
      return <CancelDialog {...question} onClose={close} />
    case 'localImages':
      return <AcceptImagesDialog {...question} onClose={close} />
    case undefined:
      return null
    default:
      return question satisfies never
  }
}
