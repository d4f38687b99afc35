import { useEffect, useState } from 'react'

/** The time now, told again at each interval while the view is there. */
export const useNow = (intervalMs = 30_000): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
