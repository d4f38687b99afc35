import { useEffect } from 'react'
import { useEvents } from '#renderer/stores/events.ts'
import { attempt } from '#renderer/stores/notices.ts'

const restMs = 1_500

/**
 * Whoever has all of the newest events before them for a moment has seen them. The marks of the rows
 * stay until these are asked for again.
 */
export const useMarkRead = (isSeen: boolean): void => {
  const { unread, loadedAt } = useEvents()
  const isNews = unread > 0
  useEffect(() => {
    if (!isSeen || !isNews) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      if (document.hidden) return
      timer = setTimeout(() => {
        void attempt(() => useEvents.getState().markRead(loadedAt))
      }, restMs)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [isSeen, isNews, loadedAt])
}
