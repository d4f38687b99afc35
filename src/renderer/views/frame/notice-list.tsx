import { Button, CloseButton } from '@mantine/core'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { ErrorDetailsList } from '#renderer/ui/error-alert.tsx'
import { type Notice, shownOf, useNotices } from '#renderer/stores/notices.ts'
import { undoByKey } from '#renderer/stores/undo.ts'
import { text } from '#renderer/text/en.ts'
import styles from './frame.module.css'
import ui from '#renderer/ui/parts.module.css'

const icons = { good: CircleCheck, info: Info, warn: TriangleAlert, bad: CircleAlert } as const

/** The newest notice, over the view and under an open dialog, which leaves it its place. */
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
  /** Others that are shown when it has left. */
  readonly waiting: number
}) => {
  const { dismiss } = useNotices.getState()
  const Icon = icons[tone]
  return (
    <div className={styles['notice']} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden />
      <div className={`${ui['grow']} ${ui['breakable']}`}>
        {words}
        <ErrorDetailsList details={details} />
      </div>
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
      {waiting > 0 && <span className={ui['soft']}>{text.frame.moreNotices(waiting)}</span>}
      <CloseButton size="sm" aria-label={text.common.dismiss} onClick={() => dismiss(id)} />
    </div>
  )
}
