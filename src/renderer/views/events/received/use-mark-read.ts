import { useEffect } from 'react'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt } from '#renderer/stores/notices.ts'

const restMs = 1_500

/**
 * Marks events as read when all of the newest are on screen for a moment. The rows keep their marks
 * until they are fetched again.
 */
export const useMarkRead = (isSeen: boolean, loadedAt: number): void => {
  const isNews = (useCall('events.unread', null).data?.unread ?? 0) > 0
  useEffect(() => {
    if (!isSeen || !isNews) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      if (document.hidden) return
      timer = setTimeout(() => {
        void attempt(() => change('events.markRead', { arrival: loadedAt }))
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
