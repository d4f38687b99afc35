import { useEffect, useState } from 'react'

/** The current time, updated at each interval while the view is shown. */
export const useNow = (intervalMs = 30_000): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
