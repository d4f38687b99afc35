#!/bin/sh
# Runs as root after deb and rpm have removed their files. Nothing in anybody's home is touched.
set -e

profile=/etc/apparmor.d/coldpress

if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1 && [ -d /sys/kernel/security/apparmor ]; then
    apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
  fi
  rm -f "$profile"
fi
