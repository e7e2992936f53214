// Texts of the page about the venue's certificate authority, in both languages.
import { language } from "../shared/words.js";

const BOTH = {
  ja: {
    title: "認証局をこの端末に入れる",
    why: "スマートフォンのブラウザは、安全な接続（https）のページにだけカメラを許します。会場のサービスは自分の認証局を作りました。それをこの端末に一度だけ信頼させます。",
    safe: "この認証局が署名できるのは、会場の中の名前とアドレスだけです。ほかのサイトになりすますことはできません。使い終わったら設定から消せます。",
    compare: "入れる前に、サービスの画面に出た指紋と同じか確かめてください。",
    fingerprint: "指紋（SHA-256）",
    download: "認証局をダウンロード",
    secure: "入れたら、安全な接続で開く",
    none: "このサービスには自分の認証局がありません。セットアップで「このネットワークの電話・タブレットを入れる」を入れるか、jantaku serve --tls で起動してください。",
    setup: "セットアップを開く",
    systems: [
      {
        id: "ios",
        name: "iPhone・iPad",
        file: "/authority.mobileconfig",
        steps: [
          "Safari で「認証局をダウンロード」を押し、「許可」を選びます。",
          "「設定」を開き、上の「ダウンロード済みのプロファイル」→「インストール」。",
          "「設定」→「一般」→「情報」→「証明書信頼設定」で、この認証局をオンにします。",
        ],
      },
      {
        id: "android",
        name: "Android",
        file: "/authority.crt",
        steps: [
          "「認証局をダウンロード」を押して保存します。",
          "「設定」→「セキュリティとプライバシー」→「その他」→「暗号化と認証情報」→「証明書のインストール」→「CA証明書」（機種により名前が違います。設定で「CA証明書」を検索）。",
          "保存した jantaku.crt を選びます。",
        ],
      },
      {
        id: "windows",
        name: "Windows",
        file: "/authority.crt",
        steps: [
          "ダウンロードした jantaku.crt を開き、「証明書のインストール」。",
          "「現在のユーザー」→「証明書をすべて次のストアに配置する」→「信頼されたルート証明機関」。",
          "ブラウザを開き直します。",
        ],
      },
      {
        id: "mac",
        name: "Mac",
        file: "/authority.mobileconfig",
        steps: [
          "ダウンロードした jantaku.mobileconfig を開きます。",
          "「システム設定」→「一般」→「デバイス管理」でプロファイルをインストールします。",
          "「キーチェーンアクセス」でこの認証局を開き、「信頼」→「常に信頼」。",
        ],
      },
    ],
  },
  en: {
    title: "Install the authority on this device",
    why: "Browsers of phones give a camera to pages over a secure connection (https) only. The venue's service has made an authority of its own; this device is told once to trust it.",
    safe: "It can sign for names and addresses inside the venue only, and cannot pretend to be another site. It can be removed in the settings at any time.",
    compare: "Before you install it, see that the fingerprint is the one that the service shows on its own screen.",
    fingerprint: "Fingerprint (SHA-256)",
    download: "Download the authority",
    secure: "Once it is installed: open over a secure connection",
    none: "This service has no authority of its own: let phones and tablets in on the setup page, or start jantaku serve --tls.",
    setup: "Open the setup page",
    systems: [
      {
        id: "ios",
        name: "iPhone, iPad",
        file: "/authority.mobileconfig",
        steps: [
          "In Safari tap “Download the authority” and choose Allow.",
          "Open Settings, then Profile Downloaded at the top, then Install.",
          "Settings, General, About, Certificate Trust Settings: switch this authority on.",
        ],
      },
      {
        id: "android",
        name: "Android",
        file: "/authority.crt",
        steps: [
          "Tap “Download the authority” and keep the file.",
          "Settings, Security & privacy, More, Encryption & credentials, Install a certificate, CA certificate (names differ: search the settings for “CA certificate”).",
          "Choose jantaku.crt.",
        ],
      },
      {
        id: "windows",
        name: "Windows",
        file: "/authority.crt",
        steps: [
          "Open jantaku.crt and choose Install Certificate.",
          "Current User, then Place all certificates in the following store: Trusted Root Certification Authorities.",
          "Open the browser anew.",
        ],
      },
      {
        id: "mac",
        name: "Mac",
        file: "/authority.mobileconfig",
        steps: [
          "Open jantaku.mobileconfig.",
          "System Settings, General, Device Management: install the profile.",
          "In Keychain Access open the authority, then Trust: Always Trust.",
        ],
      },
    ],
  },
};
export const said = BOTH[/** @type {"ja" | "en"} */ (language)] ?? BOTH.en;
