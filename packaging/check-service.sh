#!/bin/bash
# Runs the service in a system that check-deb.sh has booted, and asks it for a chart. Leaves /served.png, /check.log and, last, /status.
set -uo pipefail
exec > /check.log 2>&1
port=8471
check() {
    set -e
    echo "VITRAIL_PORT=$port" >> /etc/default/vitrail
    systemctl start vitrail.service
    curl -fsS "http://127.0.0.1:$port/readyz"
    curl -fsS --data-binary @/input/text.json -H 'Content-Type: application/json' -o /served.png "http://127.0.0.1:$port/render?format=png"
    process=$(systemctl show --property=MainPID --value vitrail.service)
    grep -q '^NoNewPrivs:.*1' "/proc/$process/status"
    grep -q '^CapEff:.*0000000000000000' "/proc/$process/status"
    # The front process's end takes its workers along, and systemd starts it anew.
    systemctl kill --kill-whom=main --signal=KILL vitrail.service
    for _ in $(seq 100); do
        sleep 0.2
        ! curl -fsS "http://127.0.0.1:$port/readyz" || break
    done
    [ "$(systemctl show --property=NRestarts --value vitrail.service)" = 1 ]
    curl -fsS "http://127.0.0.1:$port/readyz"
    # SIGTERM is a stop, not a failure.
    systemctl stop vitrail.service
    [ "$(systemctl show --property=Result --value vitrail.service)" = success ]
    [ -z "$(pgrep -x vitrail)" ]
}
(check)
status=$?
[ $status = 0 ] || journalctl --no-pager --unit=vitrail.service
echo $status > /status
systemctl --no-block poweroff
