// Texts about access to the service from other devices.
import { language, onLanguage } from "../words.js";

const WORDS = {
  ja: {
    title: "電話・タブレットをつなぐ",
    letIn: "このネットワークの電話・タブレットを入れる",
    closed: "いまはこのパソコンだけが開けます。電話・タブレットや、ほかのパソコンのOBSからは開けません。",
    open: "同じネットワークの端末は、次のアドレスで開けます。",
    nowhere: "入れる設定ですが、このパソコンはネットワークにつながっていません。Wi-FiかLANにつないでください。",
    warning:
      "入れると、同じネットワークにいる人は誰でもこのサービスのページを開き、会場で見えるもの（点数・捨て牌など）を見られます。操作にはログインが必要です。http のアドレスの通信は暗号化されません。来客用や公共のWi-Fiでは入れないでください。",
    public:
      "このパソコンはインターネットのアドレスを持っています。ネットワークの外からも開けるおそれがあるので、ルーターかファイアウォールで閉じてください。",
    cut: "切ると、いまこのアドレスで見ている端末も開けなくなります。続きはサービスが動くパソコンで開いてください。",
    tls: "安全な接続（TLS）も開く",
    tlsWhat: "電話のカメラには安全な接続が必要です。この会場の認証局をこのパソコンに作ります。",
    trust: "この会場の認証局を端末に入れる",
    kept: (/** @type {string} */ file) =>
      `すぐに切り替わり、${file} にも書きます（まだないときは、卓を保存するときに）。`,
    notKept: "すぐに切り替わりますが、保存はされません。次からは --host 0.0.0.0 --tls を付けて起動してください。",
    owner: "切り替えられるのは責任者だけです。",
    first: "はじめての端末では、この会場の認証局を入れる",
    apart: "番号の順に、一つずつ映してください。",
    here: "このリンクは、いまこのパソコンでだけ開けます。",
    failed: "サービスに届きませんでした。接続を確かめてください。",
  },
  en: {
    title: "Phones and tablets",
    letIn: "Let phones and tablets of this network in",
    closed: "Only this machine can open the service now: phones, tablets and an OBS on another machine cannot.",
    open: "Devices of the same network open it at these addresses.",
    nowhere: "They are let in, but this machine is in no network: connect it to Wi-Fi or a LAN.",
    warning:
      "Anyone in the same network can then open the pages and see what the room sees (points, discards); acts still need a login. What goes over http addresses is not encrypted. Do not switch it on in a guest or public network.",
    public:
      "This machine has an address of the internet: others may reach it from outside the network. Close it in the router or firewall.",
    cut: "Switched off, devices that use this address lose it too: go on at the machine of the service.",
    tls: "Serve a secure connection (TLS) too",
    tlsWhat: "A phone's camera needs a secure connection. An authority of this venue is made on this machine.",
    trust: "Install this venue's authority on a device",
    kept: (/** @type {string} */ file) =>
      `It takes effect at once, and ${file} says so too (once a table is saved, where it is not there yet).`,
    notKept: "It takes effect at once but is not saved: next time start with --host 0.0.0.0 --tls.",
    owner: "Only the owner can switch this.",
    first: "First time on this device? Install this venue's authority",
    apart: "Point the camera at one code at a time, in this order.",
    here: "This link opens on this machine only for now.",
    failed: "The service was not reached: check the connection.",
  },
};

export let reachWords = WORDS[language];
onLanguage(() => {
  reachWords = WORDS[language];
});
