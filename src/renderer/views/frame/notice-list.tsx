import { Button, CloseButton, Group, Stack } from '@mantine/core'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { ErrorDetailsList } from '#renderer/ui/error-alert.tsx'
import { type Notice, shownOf, useNotices } from '#renderer/stores/notices.ts'
import { undoByKey } from '#renderer/stores/undo.ts'
import { text } from '#renderer/text/en.ts'
import styles from './frame.module.css'
import ui from '#renderer/ui/parts.module.css'

const looks = {
  good: { Icon: CircleCheck, color: 'var(--good)' },
  info: { Icon: Info, color: 'currentColor' },
  warn: { Icon: TriangleAlert, color: 'var(--warn)' },
  bad: { Icon: CircleAlert, color: 'var(--bad)' },
} as const

/** The newest notice, in the sidebar, where it covers nothing, or below an open dialog. */
export const NoticeList = () => {
  const { notices } = useNotices()
  const shown = shownOf(notices)
  const list = useRef<HTMLElement>(null)
  useWindowEvent('keydown', undoByKey)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--notices-height', `${list.current?.offsetHeight ?? 0}px`)
    })
    if (list.current !== null) observer.observe(list.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--notices-height')
    }
  }, [])
  return (
    <section
      ref={list}
      className={styles['notices']}
      aria-label={text.frame.notices}
      aria-live="polite"
    >
      {shown !== undefined && (
        <ShownNotice key={shown.id} notice={shown} waiting={notices.length - 1} />
      )}
    </section>
  )
}

const ShownNotice = ({
  notice: { id, tone, text: words, details, action },
  waiting,
}: {
  readonly notice: Notice
  /** Others, which are shown one after the other. */
  readonly waiting: number
}) => {
  const { dismiss, showNext } = useNotices.getState()
  const { Icon, color } = looks[tone]
  return (
    <Stack
      gap="xs"
      className={styles['notice'] ?? ''}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Icon size={18} color={color} style={{ flex: 'none', marginBlock: 2 }} aria-hidden />
        <div className={`${ui['grow']} ${ui['breakable']}`}>
          {words}
          <ErrorDetailsList details={details} />
        </div>
        <CloseButton size="sm" aria-label={text.common.dismiss} onClick={() => dismiss(id)} />
      </Group>
      {(action !== undefined || waiting > 0) && (
        <Group gap="xs" justify="space-between">
          {action !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          {waiting > 0 && (
            <Button size="compact-sm" variant="subtle" ml="auto" onClick={showNext}>
              {text.frame.moreNotices(waiting)}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
