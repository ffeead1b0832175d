# Written by packaging/homebrew/write_formula.py; do not edit.
class CanastaScore < Formula
  include Language::Python::Virtualenv

  desc "Score-keeper for Canasta games played with real cards"
  homepage "https://github.com/OWNER/canasta-score"
  url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/canasta_score-0.2.0.tar.gz"
  sha256 "6a28c06edad74d746023af68f66b00cc6fdcfcf697f4acd67edf04cbe1acd058"
  license "MIT"

  depends_on "python@3.13"

  resource "annotated-doc" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/annotated_doc-0.0.7-py3-none-any.whl"
    sha256 "6bc31bbbec6dfaaedc1676dbc11dbda96fe22a2b5c400e9ebad113fec44a9dc6"
  end

  resource "filelock" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/filelock-4.2.11-py3-none-any.whl"
    sha256 "020e229e4bb9d410fc799c07ddf45fa217cba970278f40b30751d94f309b69e2"
  end

  resource "Jinja2" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/jinja2-3.1.6-py3-none-any.whl"
    sha256 "85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67"
  end

  resource "markdown-it-py" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/markdown_it_py-4.3.0-py3-none-any.whl"
    sha256 "7aa1511a46c39138de78d9eba92ce47e63124d8003fc98b3a351909e04239efa"
  end

  resource "MarkupSafe" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/markupsafe-3.0.4.tar.gz"
    sha256 "2e9ad7dd851bf45fab9f75cbff4cb493fee9979e8d8c7c9c3ee119022518edd6"
  end

  resource "mdurl" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/mdurl-0.1.2-py3-none-any.whl"
    sha256 "84008a41e51615a49fc9966191ff91509e3c40b939176e643fd50a5c2196b8f8"
  end

  resource "platformdirs" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/platformdirs-4.14.7-py3-none-any.whl"
    sha256 "391513b74707c42335fff3ea17eaac657a7ee9ffcadd809634d34ea594d0122c"
  end

  resource "plotext" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/plotext-5.3.2-py3-none-any.whl"
    sha256 "394362349c1ddbf319548cfac17ca65e6d5dfc03200c40dfdc0503b3e95a2283"
  end

  resource "prompt_toolkit" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/prompt_toolkit-3.0.53-py3-none-any.whl"
    sha256 "01c0891d7f9237d5e339f7d3e42cdae80b7534abb1c7c0e3352efba6231492f2"
  end

  resource "Pygments" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/pygments-2.21.0-py3-none-any.whl"
    sha256 "2363c69b61c4a97c838da3b130dcd6468f4848992b21a82f2a63ec34377137d9"
  end

  resource "rich" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/rich-15.0.0-py3-none-any.whl"
    sha256 "33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb"
  end

  resource "shellingham" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/shellingham-1.5.4-py2.py3-none-any.whl"
    sha256 "7ecfff8f2fd72616f7481040475a65b2bf8af90a56c89140852d1120324e8686"
  end

  resource "tabulate" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/tabulate-0.10.0-py3-none-any.whl"
    sha256 "f0b0622e567335c8fabaaa659f1b33bcb6ddfe2e496071b743aa113f8774f2d3"
  end

  resource "tomli_w" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/tomli_w-1.2.0-py3-none-any.whl"
    sha256 "188306098d013b691fcadc011abd66727d3c414c571bb01b1a174ba8c983cf90"
  end

  resource "typer" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/typer-0.28.0-py3-none-any.whl"
    sha256 "afd18929180b706c5e9a239f53c3c8136903553c0c2d460598bbaa924191d4ab"
  end

  resource "wcwidth" do
    url "https://github.com/OWNER/canasta-score/releases/download/v0.2.0/wcwidth-0.9.4.tar.gz"
    sha256 "fd8d57d3cdfe570e3265c8fab1885c24e34ef40889c0759c0c304a19e9835954"
  end

  def install
    virtualenv_install_with_resources
  end

  test do
    hand = %w[we red=3 black=2 natural=2 mixed=1 out table=335 hand=5 they black=1 table=60 hand=85]
    assert_match "2,525", shell_output("#{bin}/canasta-score score --variant nvso #{hand.join(" ")}")
  end
end
