#!/bin/sh
# Runs as root after deb and rpm have unpacked their files, also after an upgrade.
set -e

folder=/opt/Coldpress
profile=/etc/apparmor.d/coldpress

# Chromium's sandbox where the kernel allows no user namespaces.
chown root:root "$folder/chrome-sandbox"
chmod 4755 "$folder/chrome-sandbox"

# The profile needs AppArmor 4: an older parser rejects it, and an older system does not need it.
if [ -d /etc/apparmor.d ] && command -v apparmor_parser >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load --debug "$folder/resources/apparmor-profile" >/dev/null 2>&1; then
  cp "$folder/resources/apparmor-profile" "$profile"
  # Not inside a container or a chroot, which share the kernel with another system.
  if [ -d /sys/kernel/security/apparmor ] && ! { command -v ischroot >/dev/null 2>&1 && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" ||
      echo "coldpress: the AppArmor profile could not be loaded; it is at the next start of the system." >&2
  fi
fi
