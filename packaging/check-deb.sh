#!/bin/bash
# Tries the Debian package of dist/ in bare systems, as root: check-deb.sh [RELEASE…], by default bookworm and trixie (Debian 12 and 13).
#
# In each: apt installs it, a chart is drawn and compared with the repository's command, the manual, the completions of three shells, the unit's syntax
# and exposure; then the system boots in a container and runs the service, and a purge leaves nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cli=${CLI:-.build/release/vitrail}
out=${ROOTS:-$root/out/roots}
# Tenths of systemd-analyze's scale, on which 0 is no exposure and 100 is full exposure.
most_exposure=20
say() { printf 'check-deb: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "debootstrap and chroot need root"
for tool in debootstrap lintian systemd-nspawn; do
    command -v $tool >/dev/null || fail "there is no $tool: apt-get install debootstrap lintian systemd-container"
done
[ -x "$cli" ] || fail "there is no $cli: make build"
package=$(echo dist/vitrail_*.deb)
[ -e "$package" ] || fail "there is no package in dist/: make deb"

lintian --allow-root --fail-on error "$package" || fail "lintian found errors"

mounted=
unmount() { for folder in $mounted; do umount "$folder" || true; done; mounted=; }
trap unmount EXIT
inside() { chroot "$system" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
install_inside() {
    inside apt-get install -qq -y --no-install-recommends "$@" > "$system/apt.log" 2>&1 || { tail "$system/apt.log" >&2; fail "$release: apt-get failed"; }
}
# All files that may be the package's own; not caches of users, of apt and of man.
own_files() { inside find / -xdev \( -path /proc -o -path /root -o -path /var/cache/apt -o -path /var/cache/man \) -prune -o -path '*vitrail*' -print; }

mkdir -p "$out/input"
cp packaging/wheel/text.json packaging/check-service.sh "$out/input/"
"$cli" render "$out/input/text.json" -o "$out/text.png"

check_manual() {
    inside man -w vitrail > /dev/null
    for page in $(inside sh -c 'ls /usr/share/man/man1/vitrail*'); do
        warnings=$(inside man --warnings=w -l "$page" 2>&1 >/dev/null)
        [ -z "$warnings" ] || fail "$release: $page: $warnings"
    done
    inside env MANWIDTH=80 man vitrail-render | grep -q -- '--format' || fail "$release: the manual of render has no --format"
}

check_completions() {
    # What bash offers after "vitrail ren" and after "vitrail render --for".
    # shellcheck disable=SC2016 # expanded inside
    offered=$(inside bash -c '
        . /usr/share/bash-completion/bash_completion
        if declare -F _comp_load >/dev/null; then _comp_load vitrail; else _completion_loader vitrail || true; fi
        function=$(complete -p vitrail | sed "s/.*-F \([^ ]*\).*/\1/")
        for line in "vitrail ren" "vitrail render --for"; do
            read -ra COMP_WORDS <<< "$line"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
            COMPREPLY=()
            "$function" vitrail "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
            echo "${COMPREPLY[@]}"
        done')
    [ "$offered" = $'render\n--format' ] || fail "$release: bash completes to: $offered"
    offered=$(inside fish -c 'complete -C "vitrail ren"' | cut -f 1)
    [ "$offered" = render ] || fail "$release: fish completes to: $offered"
    # shellcheck disable=SC2016
    offered=$(inside zsh -fc 'autoload -U compinit && compinit -u -D && echo $_comps[vitrail]')
    [ "$offered" = _vitrail ] || fail "$release: zsh completes vitrail with: $offered"
}

check_unit() {
    inside systemd-analyze verify --man=yes vitrail.service || fail "$release: the unit is wrong"
    inside systemd-analyze security --offline=true --threshold=$most_exposure vitrail.service > "$system/security.log" ||
        { grep -v '✓' "$system/security.log" >&2; fail "$release: the service is exposed too much"; }
    say "$release: $(tail -n 1 "$system/security.log" | sed 's/^[^A-Z]*//')"
    # systemctl's status is 1 for what is disabled.
    state=$(inside systemctl is-enabled vitrail.service || true)
    [ "$state" = disabled ] || fail "$release: the service is $state, though nobody enabled it"
    rm -f "$system/status"
    printf '[Unit]\nAfter=basic.target\n[Service]\nType=oneshot\nExecStart=/bin/bash /input/check-service.sh\n' > "$system/etc/systemd/system/check-service.service"
    umount "$system/proc"
    SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 timeout 180 systemd-nspawn --quiet --directory="$system" --register=no --keep-unit --private-network --boot --console=pipe \
        systemd.unit=check-service.service < /dev/null > "$system/boot.log" 2>&1 || true
    mount -t proc proc "$system/proc"
    [ "$(cat "$system/status" 2>/dev/null)" = 0 ] || { cat "$system/boot.log" "$system/check.log" >&2 || true; fail "$release: the service does not work"; }
    cmp "$system/served.png" "$system/text.png" || fail "$release: the service draws another picture than the command"
    say "$release: the service draws, and stops when asked"
}

[ $# -gt 0 ] || set -- bookworm trixie
for release; do
    bare=$out/deb-bare-$release system=$out/deb-$release
    if [ ! -e "$bare.done" ]; then
        rm -rf "$bare"
        say "$release: debootstrap"
        debootstrap --variant=minbase "$release" "$bare" http://deb.debian.org/debian > "$bare.log" || { tail "$bare.log" >&2; fail "$release: debootstrap failed"; }
        touch "$bare.done"
    fi
    ! mountpoint -q "$system/proc" || umount "$system/proc"
    rm -rf "$system"
    cp -a "$bare" "$system"
    mount -t proc proc "$system/proc"
    mounted="$system/proc $mounted"
    cp -r "$out/input" "$system/input"
    cp "$package" "$system/input/package.deb"
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    inside apt-get update -qq
    install_inside /input/package.deb

    inside vitrail render /input/text.json -o /text.png
    if [ "$(inside vitrail devices | sed -n 2p)" = "$("$cli" devices | sed -n 2p)" ]; then
        cmp "$system/text.png" "$out/text.png" || fail "$release: another picture than that of $cli"
        say "$release: the picture of $cli"
    else
        say "$release:$(inside vitrail devices | sed -n 2p): another driver than here, picture not compared"
    fi

    install_inside man-db bash-completion fish zsh systemd procps curl
    check_manual
    check_completions
    if [ -e "$system/usr/lib/systemd/system/vitrail.service" ] || [ -e "$system/lib/systemd/system/vitrail.service" ]; then
        check_unit
    else
        say "$release: the package has no service"
    fi

    inside apt-get purge -qq -y vitrail > "$system/apt.log" 2>&1 || { tail "$system/apt.log" >&2; fail "$release: purge failed"; }
    left=$(own_files)
    [ -z "$left" ] || fail "$release: a purge leaves: $left"
    say "$release: installed, tried and purged"
    unmount
    rm -rf "$system"
done
