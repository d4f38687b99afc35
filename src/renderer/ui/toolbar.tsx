import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

const usable = 'button:not(:disabled)'

/** Buttons that are one stop of the tab key: arrow keys lead from one to the next. */
export const Toolbar = ({
  label,
  isVertical = false,
  className,
  children,
}: {
  readonly label: string
  /** Its buttons stand below each other. */
  readonly isVertical?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) => {
  const bar = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(undefined)
  const buttons = (): readonly HTMLElement[] => [
    ...(bar.current?.querySelectorAll<HTMLElement>(usable) ?? []),
  ]
  const setStop = () => {
    const all = buttons()
    const stop = all.find((button) => button === last.current) ?? all[0]
    for (const button of all) button.tabIndex = button === stop ? 0 : -1
  }
  // After each render: buttons come, go and are disabled.
  useLayoutEffect(setStop)
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.findIndex((button) => button === event.target)
    const to: Readonly<Record<string, number>> = {
      [isVertical ? 'ArrowDown' : 'ArrowRight']: (at + 1) % all.length,
      [isVertical ? 'ArrowUp' : 'ArrowLeft']: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const next = all[to[event.key] ?? -1]
    if (at === -1 || next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      className={className}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        last.current = target
        setStop()
      }}
    >
      {children}
    </div>
  )
}
